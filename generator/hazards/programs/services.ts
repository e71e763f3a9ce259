/** Lists servers and daemons whose configuration names programs, and programs of the desktop that run others. */
import type { ProgramRow } from "./program.ts";
import { launcher, operandsFrom, optionsOnly, project, table } from "./program.ts";

export const SERVICES: readonly ProgramRow[] = [
  ["nginx openresty tengine", optionsOnly("-g -c -p -e")],
  ["apache2 httpd apachectl lighttpd", optionsOnly("-f -c -C -d -D -m")],
  ["haproxy keepalived", optionsOnly("-f -C --use-file")],
  [
    "uwsgi",
    {
      options: [
        "--ini",
        "--wsgi-file",
        "--module",
        "-w",
        "--file",
        "--xml",
        "--yaml",
        "--plugin",
        "--plugins",
        "--chdir",
        "--exec-pre-app",
      ],
    },
  ],
  ["php-fpm", optionsOnly("-y --fpm-config -c -d -p")],
  ["exim exim4", optionsOnly("-be -C -D -oMr")],
  ["sendmail", optionsOnly("-C -O")],
  ["procmail maildrop", operandsFrom(0)],
  ["fetchmail", optionsOnly("--mda -m --bsmtp -f --fetchmailrc --plugin --plugout")],
  ["msmtp", optionsOnly("--passwordeval -C --file")],
  ["mbsync offlineimap imapfilter isync getmail", optionsOnly("-c --config -e -r --rcfile")],
  ["mutt neomutt", optionsOnly("-e -F")],
  ["redis-server valkey-server", operandsFrom(0, "--loadmodule")],
  ["postgres", optionsOnly("-c -D -C")],
  ["mysqld mariadbd", optionsOnly("--defaults-file --defaults-extra-file --plugin-dir --init-file --plugin-load")],
  ["slapd named unbound", optionsOnly("-f -F -c")],
  ["dnsmasq", optionsOnly("--dhcp-script --dhcp-luascript -C --conf-file --conf-script -7 --conf-dir")],
  ["dhclient udhcpc dhcpcd", optionsOnly("-sf -s -c --script -cf")],
  ["pppd", { operands: 0 }],
  ["wg-quick", { subcommands: table([["up down strip save", operandsFrom(0)]]) }],
  ["ifup ifdown", optionsOnly("-i --interfaces")],
  ["iptables ip6tables ebtables", optionsOnly("--modprobe -M")],
  ["modprobe insmod", operandsFrom(0, "-C --config -d")],
  ["sshd", optionsOnly("-f -o")],
  ["xinetd inetd", operandsFrom(0, "-f")],
  ["tcpserver tcpsvd udpsvd ipsvd sslserver", { starts: 2 }],
  ["stunnel", operandsFrom(0)],
  ["supervisord monit", optionsOnly("-c --configuration")],
  ["runsv runsvdir s6-svscan s6-supervise supervise svscan", operandsFrom(0)],
  ["execlineb", { operands: 0, options: ["-c"] }],
  ["logrotate", operandsFrom(0, "-m --mail")],
  [
    "collectd telegraf fluentd td-agent fluent-bit logstash vector syslog-ng rsyslogd",
    optionsOnly("-C -f -e -c -p --config --config-directory --path.config --config.string -r --plugin"),
  ],
  ["snmpd zabbix_agentd nrpe", optionsOnly("-c -C --config")],
  ["check_by_ssh check_nrpe", optionsOnly("-C -c -o")],
  ["zabbix_get", optionsOnly("-k --key")],
  [
    "systemctl",
    {
      subcommands: table([
        ["link enable edit reenable", operandsFrom(0)],
        ["set-environment import-environment", operandsFrom(0)],
      ]),
    },
  ],
  [
    "puppet",
    {
      subcommands: table([
        ["apply", operandsFrom(0, "-e --execute --modulepath --environmentpath --catalog")],
        ["agent", optionsOnly("--server --confdir")],
      ]),
    },
  ],
  ["salt salt-ssh", { operands: 1, options: ["--extra-filerefs"] }],
  [
    "salt-call",
    { operands: 0, loads: ["-m", "--module-dirs", "-c", "--config-dir"], options: ["-m", "--module-dirs", "-c", "--config-dir"] },
  ],
  ["chef-apply chef-solo", operandsFrom(0, "-e --execute -c --config -j")],
  [
    "knife",
    {
      options: ["-c", "--config"],
      subcommands: table([
        ["ssh", operandsFrom(1)],
        ["exec", operandsFrom(0, "-E --exec -s --script-path")],
      ]),
    },
  ],
  ["cf-agent", optionsOnly("-f --file -K")],
  ["pkcs11-tool p11tool", optionsOnly("--module --provider")],
  ["gst-launch-1.0 gst-inspect-1.0", optionsOnly("--gst-plugin-path --gst-plugin-load")],
  ["mosquitto frr bird", optionsOnly("-c -f")],
];

export const DESKTOP: readonly ProgramRow[] = [
  ["xdotool", { operands: 0, subcommands: table([["exec", launcher]]) }],
  ["i3-msg swaymsg hyprctl bspc awesome-client", operandsFrom(0)],
  ["sxhkd rofi dmenu_run polybar dunst", optionsOnly("-c -config -conf -modi -run-command -theme-str")],
  ["newsboat podboat irssi weechat profanity", optionsOnly("-C --config-file -r --run-command --config -c --cache-file")],
  ["blender", optionsOnly("-P --python --python-expr --python-text --python-console")],
  ["gimp gimp-console", optionsOnly("-b --batch")],
  ["freecad freecadcmd krita scribus inkscape-extension", optionsOnly("-c -P --python-script -py -M --script")],
  ["soffice libreoffice", { operands: 0, codePrefix: "macro:" }],
  ["VBoxManage vboxmanage", { subcommands: table([["guestcontrol", optionsOnly("--exe")]]) }],
  ["obs vlc cvlc", project("--extraintf --lua-config --plugin-path")],
];
