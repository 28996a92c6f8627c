# `nix build '<the repository>?dir=package/nix'`. Parsed, not run: there were no nixpkgs.
{
  description = "Sharding propagation for tensor programs: Shardy's semantics without MLIR";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in {
      packages = each (pkgs: {
        default = pkgs.stdenv.mkDerivation {
          pname = "shardflow";
          version = "0.2.0";
          src = ../..;
          nativeBuildInputs = [ pkgs.meson pkgs.ninja pkgs.pkg-config pkgs.python3 ];
          buildInputs = [ pkgs.abseil-cpp pkgs.cli11 pkgs.fmt pkgs.nlohmann_json ];
          mesonFlags = [ "-Dtests=disabled" "-Dbenchmarks=disabled" ];
          meta.mainProgram = "shardflow";
        };
      });
    };
}
