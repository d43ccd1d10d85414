# browser.sh: for cases that drive the browser of prec report in tmux; sourced.
#
#	browse 80x24 COMMAND...	starts it on a terminal of that size
#	await TEXT		waits until the screen has the text, however long that takes
#	press KEY...		types keys, by the names of tmux
#	click LINE COLUMN	presses the mouse there, from 1; wheel LINE COLUMN turns it down
#	resize 40x10		gives the terminal another size
#	end_by SIGNAL		ends the browser by a signal
#	shot			shows the screen
#	gone			waits until the command has ended, and shows its status and the screen that it leaves
#
# Nothing waits for a time to pass. Every key is followed by an await of what it makes.
command -v tmux >/dev/null || { echo "needs tmux"; exit 77; }
ldd "$BUILD/prec-report" 2>/dev/null | grep -q ncursesw || { echo "built without ncurses"; exit 77; }
unset COLUMNS LINES PAGER TMUX PREC_BROWSER NO_COLOR
export LC_ALL=C.UTF-8

# Each terminal has a server of its own: one that ends takes its socket away after it has said so.
n_terminals=0
mux() {
	tmux -u -f tmux.conf -S "$PWD/tmux.$n_terminals" "$@"
}

browse() {
	echo "\$ $*"
	size=$1
	shift
	n_terminals=$((n_terminals + 1))
	printf '%s\n' "set -g default-terminal ${TERMINAL:-xterm-256color}" "set -g status off" \
		"set -g set-clipboard on" >tmux.conf
	mux new-session -d -x "${size%x*}" -y "${size#*x}" sh -c \
		'trap : INT; "$@" 2>browser.errors; echo "ended with $?"; exec sleep 600' sh "$@"
	trap 'mux kill-server 2>/dev/null' EXIT
}

screen_text() {
	mux capture-pane -p
}

await() {
	n=0
	until screen_text | grep -qF -- "$1"; do
		n=$((n + 1))
		[ $n -lt 600 ] && mux has-session 2>/dev/null || { echo "nothing on the screen has '$1':"; screen_text; exit 1; }
		sleep 0.05
	done
}

press() {
	mux send-keys "$@"
}

# As xterm sends it (its mode 1006).
click() {
	mux send-keys -l "$(printf '\033[<0;%d;%dM\033[<0;%d;%dm' "$2" "$1" "$2" "$1")"
}

wheel() {
	mux send-keys -l "$(printf '\033[<65;%d;%dM' "$2" "$1")"
}

resize() {
	mux resize-window -x "${1%x*}" -y "${1#*x}"
}

# The shell that started it is the terminal's process.
end_by() {
	kill "-$1" "$(pgrep -P "$(mux display-message -p '#{pane_pid}')" prec-report)"
}

shot() {
	echo "--- screen"
	screen_text | sed 's/[[:space:]]*$//; s/this machine is "[^"]*"/this machine is "HERE"/'
}

gone() {
	await "ended with"
	screen_text | sed '/^$/d'
	mux kill-server
}
