"""The camera beside the daemon: its process, its sessions, the pictures it keeps."""
