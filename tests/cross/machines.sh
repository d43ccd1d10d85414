# machines.sh: what tests/cross builds for and runs; sourced.

# Debian's name, that of its compiler, the folder of its libraries, and what runs its programs.
cross_machines() {
	cat <<-end
	s390x s390x-linux-gnu s390x-linux-gnu qemu-s390x
	armhf arm-linux-gnueabihf arm-linux-gnueabihf qemu-arm
	arm64 aarch64-linux-gnu aarch64-linux-gnu qemu-aarch64
	riscv64 riscv64-linux-gnu riscv64-linux-gnu qemu-riscv64
	i386 i686-linux-gnu i386-linux-gnu qemu-i386
	end
}

# Those of the modules record and libprec open events, which qemu-user cannot.
cross_units='tests/unit/common/run tests/unit/counts/run tests/unit/formats/run tests/unit/report/run'
