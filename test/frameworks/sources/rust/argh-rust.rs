use argh::FromArgs;
use serde_json::json;

/// Keep entries in a store
#[derive(FromArgs)]
struct Demo {
    #[argh(subcommand)]
    command: Command,
}

#[derive(FromArgs)]
#[argh(subcommand)]
enum Command {
    Add(Add),
    Remote(Remote),
}

/// Add entries to the store
#[derive(FromArgs)]
#[argh(subcommand, name = "add")]
struct Add {
    /// files to add
    #[argh(positional)]
    src: Vec<String>,
    /// write the result to this file instead of the standard output, and create the directories that lead to it
    #[argh(option, short = 'o', arg_name = "file")]
    output: Option<String>,
    /// output format: json, yaml or text
    #[argh(option, default = "String::from(\"text\")")]
    format: String,
    /// attach a tag; replaces --label of version 1
    #[argh(option, short = 't')]
    tag: Vec<String>,
    /// do not color the output
    #[argh(switch)]
    no_color: bool,
    /// number of the store
    #[argh(option)]
    id: i64,
    /// share of the entries to sample
    #[argh(option, default = "0.5")]
    rate: f64,
    /// print JSON
    #[argh(switch)]
    json: bool,
    /// print YAML
    #[argh(switch)]
    yaml: bool,
    /// owner of the entries
    #[argh(option)]
    owner: Option<String>,
}

/// Manage remotes
#[derive(FromArgs)]
#[argh(subcommand, name = "remote")]
struct Remote {
    #[argh(subcommand)]
    action: Action,
}

#[derive(FromArgs)]
#[argh(subcommand)]
enum Action {
    SetUrl(SetUrl),
}

/// Change the address of a remote
#[derive(FromArgs)]
#[argh(subcommand, name = "set-url")]
struct SetUrl {
    /// name of the remote
    #[argh(positional)]
    name: String,
    /// new address
    #[argh(positional)]
    url: String,
    /// change the address for pushes only
    #[argh(switch)]
    push: bool,
}

fn main() {
    let demo: Demo = argh::from_env();
    let values = match demo.command {
        Command::Add(add) => json!({
            "src": add.src, "output": add.output, "format": add.format, "tag": add.tag, "color": !add.no_color, "id": add.id, "rate": add.rate,
            "json": add.json, "yaml": add.yaml, "owner": add.owner,
        }),
        Command::Remote(Remote { action: Action::SetUrl(one) }) => json!({ "name": one.name, "url": one.url, "push": one.push }),
    };
    println!("{values}");
}
