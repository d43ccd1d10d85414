# prec.bash: completion of prec for bash, installed as bash-completion/completions/prec. Commands, options and names come
# from prec itself, which makes them from the tables it parses with.

_prec_commands() {
	"$prec" help 2>/dev/null | sed -nE 's/^    ([a-z-]+) .*/\1/p'
}

# The long options of a command; --[no-]x is both.
_prec_options() {
	"$prec" $1 --help 2>/dev/null |
		sed -nE 's/^    (-., )?--\[no-\]([a-z0-9-]+).*/--\2\n--no-\2/p; s/^    (-., )?(--[a-z0-9-]+).*/\2/p'
}

# What an option of a command takes, as --help names it: FILE, KEYS ...; nothing where it takes no other word.
_prec_argument() {
	"$prec" $1 --help 2>/dev/null |
		sed -nE "s/^    (-., --[a-z0-9-]+|--[a-z0-9-]+|-.) ([A-Z]+)\$/\1, \2/p; s/^    (-., --[a-z0-9-]+|--[a-z0-9-]+|-.) ([A-Z]+)  .*/\1, \2/p" |
		while IFS= read -r line; do
			case ", $line" in *", $2, "*) echo "${line##*, }" ;; esac
		done
}

# Tracepoints are the machine's, where they may be read.
_prec_names() {
	"$prec" $1 --list-names 2>/dev/null
	[[ $1 != *record && $1 != stat ]] || cat /sys/kernel/tracing/available_events 2>/dev/null
}

# The processes of /proc, by their numbers and names.
_prec_processes() {
	local path name
	for path in /proc/[0-9]*; do
		echo "${path##*/}"
		{ read -r name <"$path/comm"; } 2>/dev/null && [[ $word == PID && $name != *[!a-zA-Z0-9_.:-]* ]] && echo "$name"
	done
}

# What is offered is offered once: many processes have one name, a program is a command and a file.
_prec_unique() {
	local word
	local -A seen
	local -a all=("${COMPREPLY[@]}")
	COMPREPLY=()
	for word in "${all[@]}"; do
		[[ -z $word || -n ${seen[$word]} ]] || COMPREPLY+=("$word")
		[[ -z $word ]] || seen[$word]=1
	done
}

# Those of a list of words that the last part of a list with commas begins.
_prec_list() {
	local head=
	[[ $cur == *,* ]] && head=${cur%,*},
	COMPREPLY=($(compgen -P "$head" -W "$1" -- "${cur##*,}"))
}

_prec() {
	local prec=${1:-prec} cur=${COMP_LINE:0:COMP_POINT} before command option word
	before=${cur% *}
	cur=${cur##* }
	COMPREPLY=()
	read -r _ command before <<<"$before "
	if [[ -z $command ]]; then
		COMPREPLY=($(compgen -W "$(_prec_commands)" -- "$cur"))
		return
	fi
	if [[ $command == mem ]]; then
		word=${before%% *}
		if [[ -z $word ]]; then
			COMPREPLY=($(compgen -W "record report" -- "$cur"))
			return
		fi
		command="mem $word"
	elif [[ $command == stat && ${before%% *} == report ]]; then
		command="stat report"
	fi
	option=${before%"${before##*[! ]}"}
	option=${option##* }
	if [[ $cur == --*=* ]]; then
		option=${cur%%=*}
		cur=${cur#*=}
	elif [[ $cur == -* ]]; then
		COMPREPLY=($(compgen -W "$(_prec_options "$command")" -- "$cur"))
		return
	fi
	word=
	[[ $option == -* ]] && word=$(_prec_argument "$command" "$option")
	case $command:$word in
	help:*) COMPREPLY=($(compgen -W "$(_prec_commands)" -- "$cur")) ;;
	*record:EVENTS | stat:EVENTS | *report:KEYS | script:FIELDS) _prec_list "$(_prec_names "$command")" ;;
	*record:MODE) COMPREPLY=($(compgen -W "dwarf fp fp,defer lbr" -- "$cur")) ;;
	*record:PID | *record:TID | stat:PID | stat:TID) _prec_list "$(_prec_processes)" ;;
	*record:USER | stat:USER) COMPREPLY=($(compgen -u -- "$cur")) ;;
	*:DIR) COMPREPLY=($(compgen -d -- "$cur")) ;;
	*record: | stat:) COMPREPLY=($([[ $command != stat ]] || compgen -W "record report" -- "$cur") $(compgen -c -- "$cur") $(compgen -f -- "$cur")) ;;
	*:FILE | *:) COMPREPLY=($(compgen -f -- "$cur")) ;;
	esac
	_prec_unique
	# bash replaces what stands after the last of its own word breaks.
	if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then
		COMPREPLY=("${COMPREPLY[@]#"${cur%"${cur##*:}"}"}")
	fi
}

complete -o default -F _prec prec
