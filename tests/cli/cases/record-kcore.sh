# prec record --kcore: what cannot be a directory with the kernel's code is refused before anything is opened or moved.
. "$TESTS/cli/fixtures.sh"
mkdir mine rec sysfs
echo notes >mine/notes
printf PERFILE2 >rec/data
echo 1 >rec/data.01
mkfifo fifo
mkdir -p sysfs/bus/event_source/devices sysfs/devices/system/cpu
echo 0 >sysfs/devices/system/cpu/online
export SYSFS_PATH="$PWD/sysfs"
for options in "-o -" "-o fifo" "-o mine" "-o rec" "--switch-output" "--switch-output-event cs" \
	"--timestamp-filename -o mine"; do
	show prec record --kcore $options true
done
ls rec mine
echo "--- what the kernel changes of its code is recorded"
prec record --kcore --dry-run -C 0 -e cpu-clock true | grep -c text_poke
echo "--- taken back"
prec record --kcore --no-kcore --dry-run -C 0 -e cpu-clock -o fifo true | grep -c text_poke
rm rec/data.01
show prec record --kcore --dry-run=json -C 0 -e cpu-clock -o rec true >out && echo a recording is moved when one begins
ls
