# packages.sh: installing Debian packages for quickstart.sh and check.sh; sourced.

# Those of the packages named that are not installed.
packages_missing() {
	for package; do
		dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null | grep -q 'ok installed' || echo "$package"
	done
}

# Root's way to run a command: nothing, sudo, or none at all (status 1).
packages_privilege() {
	if [ "$(id -u)" -eq 0 ]; then
		echo env
	elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
		echo sudo
	else
		return 1
	fi
}

# Installs what is missing of the packages named. Status 1, with the command to give: it could not be done.
packages_install() {
	command -v dpkg-query >/dev/null || return 0
	missing=$(packages_missing "$@" | tr '\n' ' ')
	[ -n "$missing" ] || return 0
	if ! privilege=$(packages_privilege); then
		echo "Missing packages, and no permission to install them. As root:" >&2
		echo "    apt-get install $missing" >&2
		return 1
	fi
	echo "Installing: $missing"
	$privilege apt-get update -q </dev/null >/dev/null || echo "apt-get update failed; trying with what is known" >&2
	# shellcheck disable=SC2086
	$privilege env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends --no-remove $missing \
		</dev/null >/dev/null && return 0
	echo "Installing failed. The command was: apt-get install $missing" >&2
	return 1
}

packages_to_build='gcc libc6-dev make autoconf automake pkg-config libzstd-dev libelf-dev libdw-dev libiberty-dev liblzma-dev zlib1g-dev libdebuginfod-dev libpfm4-dev libncurses-dev'
packages_to_test='linux-perf universal-ctags abigail-tools clang clang-format llvm libclang-rt-14-dev python3 hyperfine binutils util-linux xz-utils strace libcap2-bin zsh g++ elfutils dwz debuginfod locales libcapstone4 tmux'
packages_to_cross='qemu-user gcc-s390x-linux-gnu gcc-arm-linux-gnueabihf gcc-aarch64-linux-gnu gcc-riscv64-linux-gnu gcc-i686-linux-gnu'
packages_to_consume='golang-go protobuf-compiler valgrind chromium libxml2-utils'
