# One enabled service, one masked service, and the target of the start.
mkdir -p root/etc/systemd/system/multi-user.target.wants
ln -s /usr/lib/systemd/system/web.service root/etc/systemd/system/multi-user.target.wants/web.service
ln -s /dev/null root/etc/systemd/system/old.service
ln -s /usr/lib/systemd/system/multi-user.target root/etc/systemd/system/default.target
