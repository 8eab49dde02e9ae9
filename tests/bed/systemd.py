"""A guest whose first process is systemd: units are started, confined and restarted as on a Pi."""

from __future__ import annotations

import shutil
from pathlib import Path

from .places import NoBed

SYSTEMD, UDEVD = Path("/lib/systemd/systemd"), Path("/lib/systemd/systemd-udevd")
MASKED = (
    "systemd-tmpfiles-setup.service",  # would tidy up the host's /tmp
    "systemd-udev-trigger.service",  # would load drivers for all that the emulator has
    "systemd-binfmt.service",
    "proc-sys-fs-binfmt_misc.automount",
    "systemd-journal-flush.service",
    "systemd-random-seed.service",
    "systemd-remount-fs.service",
    "systemd-pcrphase-sysinit.service",
    "systemd-sysctl.service",
    "systemd-update-utmp.service",
    "ldconfig.service",
    "apparmor.service",
    "keyboard-setup.service",
)
"""What a guest of a few seconds does without, or must not do."""
FIRST = f"""
export PATH=/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin
rm -f /.dockerenv # else it takes itself for a container
rm -f /etc/fstab
cd /etc/systemd/system
for unit in {" ".join(MASKED)}; do ln -sf /dev/null $unit; done
cat >bed.target <<'end'
[Unit]
Requires=basic.target bed.service
After=basic.target
end
cat >bed.service <<'end'
[Unit]
DefaultDependencies=no
After=basic.target dbus.socket
Wants=dbus.socket
[Service]
Type=oneshot
TimeoutStartSec=infinity
StandardOutput=file:/dev/bed/out
StandardError=file:/dev/bed/out
ExecStart=/bin/bash -c '/bin/bash /bed/command; echo $? >/bed/status; sync; exec reboot -f'
end
cd /
exec {SYSTEMD} --unit=bed.target --log-target=kmsg --show-status=0
"""


def first() -> str:
    """The script that becomes systemd.

    :raises NoBed: this machine has none that the guest could see.
    """
    for program in (SYSTEMD, UDEVD):
        if not program.exists():
            raise NoBed(f"there is no {program}: apt install systemd udev")
    if shutil.which("dbus-daemon") is None:
        raise NoBed("there is no dbus-daemon: apt install dbus")
    return FIRST
