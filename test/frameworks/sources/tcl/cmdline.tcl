package require cmdline

set options {
    {output.arg "" "Write the result to this file instead of the standard output, and create the directories that lead to it"}
    {format.arg "text" "Output format: json, yaml or text"}
    {tag.arg "" "Attach a tag; replaces -label of version 1"}
    {nocolor "Do not color the output"}
    {id.arg "" "Number of the store"}
    {rate.arg "0.5" "Share of the entries to sample"}
    {json "Print JSON"}
    {yaml "Print YAML"}
    {owner.arg "" "Owner of the entries"}
}
try {
    array set values [::cmdline::getoptions argv $options "\[options] SRC...\noptions:"]
} trap {CMDLINE USAGE} {message} {
    puts $message
    exit 1
}
proc quote {text} { return "\"$text\"" }
set fields {}
foreach {name value} [array get values] {
    if {$name eq "nocolor"} {
        lappend fields "\"color\":[expr {!$value}]"
    } elseif {$name in {json yaml}} {
        lappend fields "[quote $name]:$value"
    } elseif {$name in {help ?}} {
        continue
    } else {
        lappend fields "[quote $name]:[quote $value]"
    }
}
lappend fields "\"src\":\[[join [lmap item $argv {quote $item}] ,]]"
puts "{[join $fields ,]}"
