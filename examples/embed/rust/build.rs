//! Finds the installed library, and translates the declarations in
//! shardflow/c.h to Rust.

use std::path::PathBuf;

fn main() {
    let library = pkg_config::Config::new()
        .atleast_version(env!("CARGO_PKG_VERSION"))
        .probe("shardflow")
        .expect("is shardflow installed? pkg-config looks in PKG_CONFIG_PATH");
    // Let the programs run without LD_LIBRARY_PATH.
    for folder in &library.link_paths {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.display());
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap());
    bindgen::Builder::default()
        .header_contents("c.h", "#include <shardflow/c.h>\n")
        .clang_args(
            library
                .include_paths
                .iter()
                .map(|folder| format!("-I{}", folder.display())),
        )
        .allowlist_function("shardflow_.*")
        .allowlist_type("shardflow_.*")
        .derive_default(true)
        .generate_comments(false)
        .layout_tests(true)
        .generate()
        .expect("bindgen can't read shardflow/c.h")
        .write_to_file(out.join("c.rs"))
        .expect("can't write the declarations");
}
