use gumdrop::Options;
use serde_json::json;

#[derive(Options)]
#[options(help = "Keep entries in a store")]
struct Demo {
    #[options(help = "print help message")]
    help: bool,
    #[options(command)]
    command: Option<Command>,
}

#[derive(Options)]
enum Command {
    #[options(help = "Add entries to the store")]
    Add(Add),
    #[options(help = "Manage remotes")]
    Remote(Remote),
}

#[derive(Options)]
struct Add {
    #[options(help = "print help message")]
    help: bool,
    #[options(free, required, help = "Files to add")]
    src: Vec<String>,
    #[options(meta = "FILE", help = "Write the result to this file instead of the standard output, and create the directories that lead to it")]
    output: Option<String>,
    #[options(no_short, default = "text", help = "Output format: json, yaml or text")]
    format: String,
    #[options(help = "Attach a tag; replaces --label of version 1")]
    tag: Vec<String>,
    #[options(no_short, help = "Do not color the output")]
    no_color: bool,
    #[options(no_short, required, meta = "INT", help = "Number of the store")]
    id: i64,
    #[options(no_short, meta = "NUMBER", default = "0.5", help = "Share of the entries to sample")]
    rate: f64,
    #[options(no_short, help = "Print JSON")]
    json: bool,
    #[options(no_short, help = "Print YAML")]
    yaml: bool,
    #[options(no_short)]
    plain: bool,
    #[options(count, help = "Print more")]
    verbose: u32,
    #[options(no_short, meta = "NAME", help = "Owner of the entries")]
    owner: Option<String>,
}

#[derive(Options)]
struct Remote {
    #[options(help = "print help message")]
    help: bool,
    #[options(command)]
    action: Option<Action>,
}

#[derive(Options)]
enum Action {
    #[options(help = "Change the address of a remote")]
    SetUrl(SetUrl),
}

#[derive(Options)]
struct SetUrl {
    #[options(help = "print help message")]
    help: bool,
    #[options(free, required, help = "Name of the remote")]
    name: String,
    #[options(free, required, help = "New address")]
    url: String,
    #[options(no_short, help = "Change the address for pushes only")]
    push: bool,
}

fn main() {
    let values = match Demo::parse_args_default_or_exit().command {
        Some(Command::Add(add)) => json!({
            "src": add.src, "output": add.output, "format": add.format, "tag": add.tag, "color": !add.no_color, "id": add.id, "rate": add.rate,
            "json": add.json, "yaml": add.yaml, "plain": add.plain, "verbose": add.verbose, "owner": add.owner,
        }),
        Some(Command::Remote(Remote { action: Some(Action::SetUrl(one)), .. })) => json!({ "name": one.name, "url": one.url, "push": one.push }),
        _ => json!({}),
    };
    println!("{values}");
}
