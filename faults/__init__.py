"""What goes wrong in a machine, made to go wrong: crashes, calls that fail, full disks, storms, kills. See docs/reliability.md."""
