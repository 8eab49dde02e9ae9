"""What drives the guest's devices from the other side: fingers, plugs, tapes."""
