# A Homebrew formula; <...> is to be filled in. Not run: macOS wasn't tried.
class Shardflow < Formula
  desc "Sharding propagation for tensor programs: Shardy's semantics without MLIR"
  homepage "<https://the project's page>"
  url "<https://the source archive of the version>"
  sha256 "<its SHA-256>"
  license "Apache-2.0"

  depends_on "cli11" => :build
  depends_on "meson" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "pkgconf" => :build
  depends_on "abseil"
  depends_on "fmt"

  def install
    system "meson", "setup", "build", "-Dtests=disabled", "-Dbenchmarks=disabled",
           *std_meson_args
    system "meson", "compile", "-C", "build"
    system "meson", "install", "-C", "build"
  end

  test do
    assert_match "_axis_0", shell_output("#{bin}/shardflow gspmd import '{devices=[4,2]<=[8]}'")
  end
end
