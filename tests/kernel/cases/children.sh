# Children are followed through fork and exec.
need_recording
must_record sh -c 'burn 300; sh -c "burn 300"; true'
report --sort comm
within "share of burn" "$(share 'burn *$')" 80 101
