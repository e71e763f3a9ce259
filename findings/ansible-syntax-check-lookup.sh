#!/bin/sh
# `ansible-playbook --syntax-check` evaluates the names of imported files, and so starts the program of a lookup in one.
#
# One would guess that a check of the syntax evaluates no template, as it evaluates none in the arguments of tasks.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check ansible-core==2.19.4
export LC_ALL=C.UTF-8 ANSIBLE_HOME="$work/home"
cd "$work"
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}

echo "version: $(python/bin/ansible-playbook --version | sed -n 1p)"
cat > play.yml << 'YAML'
- hosts: localhost
  gather_facts: false
  tasks:
    - ansible.builtin.debug:
        msg: "{{ lookup('ansible.builtin.pipe', 'date > message.txt') }}"
    - ansible.builtin.import_tasks: "{{ lookup('ansible.builtin.pipe', 'date > name.txt; echo tasks.yml') }}"
YAML
echo '- ansible.builtin.debug:' > tasks.yml
python/bin/ansible-playbook --syntax-check play.yml > log.txt 2>&1
started() {
  if [ -e "$1" ]; then echo started; else echo "not started"; fi
}
check "the program in the name of an imported file was started" started "$(started name.txt)"
check "the program in the message of a task was not started" "not started" "$(started message.txt)"
exit "$failures"
