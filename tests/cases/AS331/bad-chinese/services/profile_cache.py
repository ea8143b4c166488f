def cache_key(user_id):
    return f"user:{user_id}:profile"
