use bpaf::Bpaf;
use serde_json::{json, Value};

/// Keep entries in a store
#[derive(Debug, Clone, Bpaf)]
#[bpaf(options, version("1.2.3"))]
enum Demo {
    /// Add entries to the store
    #[bpaf(command)]
    Add {
        /// Write the result to this file instead of the standard output, and create the directories that lead to it
        #[bpaf(short, long, argument("FILE"))]
        output: Option<String>,
        /// Output format: json, yaml or text
        #[bpaf(long, argument("FORMAT"), fallback(String::from("text")), display_fallback)]
        format: String,
        /// Attach a tag; replaces --label of version 1
        #[bpaf(short, long, argument("TAG"), many)]
        tag: Vec<String>,
        /// Do not color the output
        #[bpaf(long)]
        no_color: bool,
        /// Number of the store
        #[bpaf(long, argument("INT"))]
        id: i64,
        /// Share of the entries to sample
        #[bpaf(long, argument("NUMBER"), fallback(0.5), display_fallback)]
        rate: f64,
        #[bpaf(external, optional)]
        form: Option<Form>,
        #[bpaf(long)]
        plain: bool,
        /// Print more
        #[bpaf(short, long, req_flag(()), many, map(|all: Vec<()>| all.len()))]
        verbose: usize,
        /// Owner of the entries
        #[bpaf(long, env("DEMO_OWNER"), argument("NAME"))]
        owner: Option<String>,
        #[bpaf(long, argument("TEXT"), hide, optional)]
        secret: Option<String>,
        /// Files to add
        #[bpaf(positional("SRC"), some("no files"))]
        src: Vec<String>,
    },
    /// Manage remotes
    #[bpaf(command)]
    Remote {
        #[bpaf(external)]
        action: Action,
    },
}

#[derive(Debug, Clone, Bpaf)]
enum Form {
    /// Print JSON
    Json,
    /// Print YAML
    Yaml,
}

#[derive(Debug, Clone, Bpaf)]
enum Action {
    /// Change the address of a remote
    #[bpaf(command)]
    SetUrl {
        /// Change the address for pushes only
        #[bpaf(long)]
        push: bool,
        /// Name of the remote
        #[bpaf(positional("NAME"))]
        name: String,
        /// New address
        #[bpaf(positional("URL"))]
        url: String,
    },
}

fn main() {
    let values: Value = match demo().run() {
        Demo::Add { output, format, tag, no_color, id, rate, form, plain, verbose, owner, secret: _, src } => json!({
            "src": src, "output": output, "format": format, "tag": tag, "color": !no_color, "id": id, "rate": rate,
            "json": matches!(form, Some(Form::Json)), "yaml": matches!(form, Some(Form::Yaml)), "plain": plain, "verbose": verbose, "owner": owner,
        }),
        Demo::Remote { action: Action::SetUrl { push, name, url } } => json!({ "name": name, "url": url, "push": push }),
    };
    println!("{values}");
}
