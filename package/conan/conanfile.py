"""Conan 2: `conan create package/conan -s compiler.cppstd=20`. With
-o "&:system_dependencies=True" it takes Abseil, fmt, nlohmann_json and CLI11 of the
system instead of ConanCenter's."""
import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy
from conan.tools.gnu import PkgConfig, PkgConfigDeps
from conan.tools.layout import basic_layout
from conan.tools.meson import Meson, MesonToolchain


class Shardflow(ConanFile):
    name = "shardflow"
    description = "Sharding propagation for tensor programs: Shardy's semantics without MLIR"
    license = "Apache-2.0"
    topics = ("sharding", "stablehlo", "shardy", "jax")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "tool": [True, False],
               "system_dependencies": [True, False]}
    default_options = {"shared": False, "fPIC": True, "tool": True, "system_dependencies": False}
    implements = ["auto_shared_fpic"]

    def set_version(self):
        text = open(os.path.join(self.recipe_folder, "../../meson.build")).read()
        self.version = re.search(r"^ *version: '(.*)',$", text, re.M)[1]

    def export_sources(self):
        top = os.path.join(self.recipe_folder, "../..")
        for pattern in ("meson.build", "meson_options.txt", "LICENSE", "src/*", "include/*",
                        "package/*", "scripts/embed_text.py", "web/report.html"):
            copy(self, pattern, top, self.export_sources_folder)

    def layout(self):
        basic_layout(self, build_folder="build/conan")

    def validate(self):
        check_min_cppstd(self, 20)

    def requirements(self):
        if self.options.system_dependencies:
            return
        self.requires("abseil/[>=20230125]", transitive_libs=True)
        self.requires("fmt/[>=9.1 <12]", transitive_libs=True)
        self.requires("nlohmann_json/[>=3.11]")
        if self.options.tool:
            self.requires("cli11/[>=2.1]")

    def build_requirements(self):
        if not self.options.system_dependencies:
            self.tool_requires("meson/[>=1.0]")
            self.tool_requires("pkgconf/[>=2.0]")

    def generate(self):
        toolchain = MesonToolchain(self)
        toolchain.project_options["tests"] = "disabled"
        toolchain.project_options["benchmarks"] = "disabled"
        toolchain.project_options["tool"] = "enabled" if self.options.tool else "disabled"
        toolchain.generate()
        if not self.options.system_dependencies:
            PkgConfigDeps(self).generate()

    def build(self):
        meson = Meson(self)
        meson.configure()
        meson.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        Meson(self).install()

    def package_info(self):
        self.cpp_info.libs = ["shardflow"]
        self.cpp_info.set_property("cmake_target_name", "shardflow::shardflow")
        self.cpp_info.set_property("pkg_config_name", "shardflow")
        if self.settings.os == "Linux":
            self.cpp_info.system_libs = ["m", "pthread"]
        if self.options.system_dependencies and not self.options.shared:
            # What the static library needs: its pkg-config file knows.
            found = PkgConfig(self, "shardflow", pkg_config_path=os.path.join(
                self.package_folder, "lib", "pkgconfig"))
            self.cpp_info.system_libs = [name for name in found.libs if name != "shardflow"]
