#!/usr/bin/env python3
"""Installs shardflow into a scratch folder and uses it as other projects would.

    check.py [--all] BUILD_FOLDER [CHECK..]

Builds small programs (consumer/) against the installation, without the rest of the
source tree, with pkg-config, CMake and Meson, shared and static, without exceptions
and RTTI. Compiles each public header by itself, and compares the exported symbols
with the headers. --all adds checks that take minutes or need clang++: an installation
of only the static library, shardflow as a Meson subproject, and the second compiler.

Writes BUILD_FOLDER/install.xml, a report like GoogleTest's, for tally.py.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
CONSUMER = HERE / "consumer"
VERSION = re.search(r'VERSION_STRING "(.*)"',
                    (SOURCE / "include/shardflow/version.h").read_text())[1]
MAJOR, MINOR, PATCH = map(int, VERSION.split("."))
SOVERSION = "%d.%d" % (MAJOR, MINOR) if MAJOR == 0 else str(MAJOR)
WANTED = VERSION + ' #sdy.sharding<@mesh, [{"data"}]>\n'
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
CXX = ["c++", "-std=c++20", *WARNINGS]
C = ["cc", "-std=c11", *WARNINGS]


class Failure(Exception):
    pass


class Skipped(Exception):
    pass


def run(command, cwd=None, **environment):
    """Returns the output of the command. If it fails, raises a Failure with the output."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env={**os.environ, **environment},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Failure("%s\nexit code %d\n%s%s" % (
            " ".join(map(str, command)), done.returncode, done.stdout, done.stderr))
    return done.stdout


def need(*tools):
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        raise Skipped("not installed: " + ", ".join(missing))


def expect(what, got, wanted):
    if got != wanted:
        raise Failure("%s\n  got    %r\n  wanted %r" % (what, got, wanted))


class Install:
    """An installation at `prefix`, which isn't necessarily the configured prefix."""

    def __init__(self, prefix, relocatable=True):
        self.prefix = prefix
        # Without pkgconfig.relocatable, pkg-config needs the prefix.
        self.define = [] if relocatable else ["--define-variable=prefix=%s" % prefix]
        configs = list(prefix.rglob("shardflow.pc"))
        if len(configs) != 1:
            raise Failure("expected one shardflow.pc in %s: %s" % (prefix, configs))
        self.libdir = configs[0].parent.parent
        self.include = prefix / "include"

    def pkg_config(self, *flags):
        path = str(self.libdir / "pkgconfig")
        return run(["pkg-config", *self.define, *flags, "shardflow"], PKG_CONFIG_PATH=path).split()

    def run_program(self, *command):
        return run(command, LD_LIBRARY_PATH=str(self.libdir))


class Checks:
    def __init__(self, build, scratch):
        self.build, self.scratch = build, scratch
        destination = scratch / "staged"
        run(["meson", "install", "--no-rebuild", "--quiet", "-C", build],
            DESTDIR=str(destination))
        # Move the library from its configured prefix, to check that it is
        # relocatable.
        prefix = destination / read_option(build, "prefix").lstrip("/")
        relocatable = read_option(build, "pkgconfig.relocatable")
        self.both = Install(prefix.rename(scratch / "moved"), relocatable)
        if not list(self.both.libdir.glob("libshardflow.a")):
            raise Failure("no static library in " + str(self.both.libdir))
        # This is what a build with default_library=static installs, except for the
        # .pc file.
        static = scratch / "static"
        shutil.copytree(self.both.prefix, static, symlinks=True)
        self.static = Install(static, relocatable)
        for library in self.static.libdir.glob("libshardflow.so*"):
            library.unlink()

    # --- what is installed

    def files(self):
        wanted = {str(path.relative_to(SOURCE))
                  for path in (SOURCE / "include").rglob("*.h")}
        got = {str(path.relative_to(self.both.prefix))
               for path in self.both.include.rglob("*") if path.is_file()}
        expect("headers", got, wanted)
        names = sorted(path.name for path in self.both.libdir.glob("libshardflow.so*"))
        expect("shared libraries", names,
               sorted({"libshardflow.so", "libshardflow.so." + SOVERSION,
                       "libshardflow.so." + VERSION}))

    def soname(self):
        need("readelf")
        text = run(["readelf", "-d", self.both.libdir / "libshardflow.so"])
        expect("soname", re.findall(r"soname: \[(.*)\]", text), ["libshardflow.so." + SOVERSION])

    def exported_symbols(self):
        need("nm")
        lines = run(["nm", "-DC", "--defined-only", self.both.libdir / "libshardflow.so"])
        names = set()
        for line in lines.splitlines():
            name, _, version = line.split(None, 2)[2].partition("@")
            # The version node is itself an absolute symbol.
            if name != "SHARDFLOW_" + SOVERSION:
                expect("version of " + name, version.lstrip("@"), "SHARDFLOW_" + SOVERSION)
                names.add(name)
        (self.build / "exported_symbols.txt").write_text("\n".join(sorted(names)) + "\n")
        check_exports(names, self.both.include / "shardflow")
        # The tests call every C function, at least with NULL arguments.
        test = "".join((SOURCE / "tests/c" / name).read_text()
                       for name in ("nothing.c", "main.c", "programs.c", "ops.c", "sessions.c"))
        for name in names:
            if name.startswith("shardflow_") and not re.search(name + r"\(", test):
                raise Failure("not called in tests/c: " + name)

    def no_global_state(self):
        """The only writable data of ours in the shared library is one counter."""
        need("readelf", "c++filt")
        library = self.both.libdir / "libshardflow.so"
        sections = dict(re.findall(r"^ *\[ *(\d+)\] (\.t?(?:data|bss)) ",
                                   run(["readelf", "-SW", library]), flags=re.M))
        symbols = re.findall(r" (?:OBJECT|TLS) +\w+ +\w+ +(\d+) (\S+)",
                             run(["readelf", "-sW", library]))
        if not any(name.startswith("_ZTVN9shardflow") for _, name in symbols):
            raise Failure("the library is stripped, or readelf prints otherwise")
        names = [name for section, name in symbols if section in sections]
        # Omit the symbols that the compiler and <iostream> add.
        own = [name for name in names
               if not re.match(r"DW\.ref\.|__dso_handle|completed\.|__TMC_END__|_ZStL8__ioinit", name)]
        # The only variable is the counter that distinguishes handles of
        # programs (api/program_impl.h).
        expect("variables", run(["c++filt", *own]).split("\n")[:len(own)] if own else [],
               ["shardflow::internal::NewOrigin()::last"])

    def headers_alone(self):
        for header in sorted(self.both.include.rglob("*.h")):
            flags = ["-fsyntax-only", "-I", self.both.include, "-x"]
            # Don't include it as a system header, which would hide its
            # warnings.
            unit = self.scratch / "header"
            unit.write_text('#include "%s"\ntypedef int NotEmpty;\n'
                            % header.relative_to(self.both.include))
            run([*CXX, "-fno-exceptions", "-fno-rtti", *flags, "c++", unit])
            if header.name in ("c.h", "version.h", "export.h"):
                run([*C, *flags, "c", unit])

    def windows(self):
        """export.h has the right marks for Windows. (There is no build for Windows.)"""
        header = self.both.include / "shardflow/export.h"
        for flags, mark in (([], "__declspec(dllimport)"),
                            (["-DSHARDFLOW_BUILDING"], "__declspec(dllexport)"),
                            (["-DSHARDFLOW_STATIC"], "")):
            unit = self.scratch / "marks.c"
            unit.write_text('#include "%s"\n[SHARDFLOW_EXPORT][SHARDFLOW_HIDDEN]\n' % header)
            text = run(["cc", "-E", "-P", "-D_WIN32", *flags, unit])
            expect("marks", text.split(), ["[%s][]" % mark])

    def install_command(self):
        """`./dev install` builds only what it installs, and doesn't need packages that
        only the tests or benchmarks use."""
        need("ninja")
        script = (SOURCE / "dev").read_text()
        body = re.search(r"^command_install\(\) \{\n(.*?)^\}", script, flags=re.M | re.S)[1]
        kinds = re.search(r"<\(packages (.*)\)", body)[1].split()
        packages = [line.split() for line in (SOURCE / "scripts/packages.txt").read_text()
                    .splitlines() if not line.startswith("#")]
        others = {package for kind, package in packages if kind not in kinds}
        for package in "libgtest-dev", "libbenchmark-dev", "python3-jsonschema":
            expect("not needed: " + package, package in others, True)
        folder = self.scratch / "install-command"
        options = re.search(r'configure "\$folder" (.*)', body)[1].split()
        run(["meson", "setup", folder, SOURCE, *options])
        found = json.loads(run(["meson", "introspect", "--dependencies", folder]))
        expect("dependencies of the tests", [row["name"] for row in found if re.match(
            "gtest|gmock|benchmark", row["name"])], [])

        def made_for(*targets):
            """Returns the files to be built for the targets, without the sources."""
            names = run(["ninja", "-C", folder, "-t", "inputs", *targets]).split("\n")
            return {name for name in names if name and (folder / name).resolve()
                    .is_relative_to(folder.resolve()) and "libshardflow.so" not in name}

        plan = json.loads(run(["meson", "introspect", "--installed", folder]))
        installed = {str(pathlib.Path(name).relative_to(folder)) for name in plan
                     if name.startswith(str(folder)) and not pathlib.Path(name).exists()}
        if not installed:
            raise Failure("nothing is installed")
        extra = made_for("all") - made_for(*installed) - installed
        expect("built, but not installed", sorted(extra), [])

    # --- files for shells and man(1)

    def for_shells(self):
        """Each file is where its reader looks for it, and matches this program."""
        prefix = self.both.prefix
        share = prefix / read_option(self.build, "datadir")
        man = prefix / read_option(self.build, "mandir")
        program = prefix / read_option(self.build, "bindir") / "shardflow"
        if not program.exists():
            raise Skipped("built without the program")
        for path, words in ((share / "bash-completion/completions/shardflow.bash",
                             ("completion", "bash")),
                            (share / "zsh/site-functions/_shardflow", ("completion", "zsh")),
                            (share / "fish/vendor_completions.d/shardflow.fish",
                             ("completion", "fish")),
                            (man / "man1/shardflow.1", ("man",))):
            expect(str(path), path.read_text(), self.both.run_program(program, *words))
        # fish only completes commands that are in PATH.
        home = {"XDG_DATA_DIRS": "%s:/usr/share" % share, "HOME": str(self.scratch),
                "PATH": "%s:%s" % (program.parent, os.environ["PATH"])}
        loader = pathlib.Path("/usr/share/bash-completion/bash_completion")
        if shutil.which("bash") and loader.exists():
            expect("bash", "-F _shardflow shardflow" in run(
                ["bash", "-c", "source %s; _completion_loader shardflow; "
                 "complete -p shardflow" % loader], **home), True)
        if shutil.which("zsh"):
            expect("zsh", run(["zsh", "-f", "-c", "fpath=(%s/zsh/site-functions $fpath); "
                               "autoload -U compinit; compinit -u -D; "
                               "print $_comps[shardflow]" % share], **home), "_shardflow\n")
        if shutil.which("fish"):
            expect("fish", "reshard\t" in run(
                ["fish", "-c", "complete -C 'shardflow resh'"], **home), True)
        if shutil.which("man"):
            expect("man", run(["man", "-M", man, "-w", "shardflow"]).strip(),
                   str(man / "man1/shardflow.1"))

    # --- pkg-config

    def compile(self, install, compiler, *flags, source="consumer.cc"):
        """Compiles and links with the flags of pkg-config."""
        need("pkg-config", compiler[0])
        kind = ["--static"] if install is not self.both else []
        program = self.scratch / "program"
        flags = [*flags, *install.pkg_config("--cflags"), CONSUMER / source, "-o", program]
        run([*compiler, *flags, *install.pkg_config("--libs", *kind)])
        got = install.run_program(program)
        expect("output", got, WANTED)
        linked = run(["ldd", program]) if shutil.which("ldd") else ""
        if linked and ("libshardflow" in linked) != (install is self.both):
            raise Failure("linked the wrong library:\n" + linked)

    def pkg_config_shared(self):
        self.compile(self.both, CXX)

    def pkg_config_static(self):
        self.compile(self.static, CXX)

    def pkg_config_c_shared(self):
        self.compile(self.both, C, source="consumer.c")

    def pkg_config_c_static(self):
        self.compile(self.static, C, source="consumer.c")

    def without_exceptions_and_rtti(self):
        self.compile(self.both, CXX, "-fno-exceptions", "-fno-rtti")
        self.compile(self.static, CXX, "-fno-exceptions", "-fno-rtti")

    def pkg_config_requires_nothing_shared(self):
        expect("libraries", [flag for flag in self.both.pkg_config("--libs")
                             if flag.startswith("-l")], ["-lshardflow"])

    # --- CMake

    def cmake(self, install, kind, language="CXX"):
        need("cmake", "ninja")
        folder = self.scratch / "-".join(["cmake", install.prefix.name, kind, language])
        # CMake must not find the library at the configured prefix or in a
        # package registry.
        run(["cmake", "-S", CONSUMER, "-B", folder, "-G", "Ninja",
             "-DCMAKE_PREFIX_PATH=%s" % install.prefix, "-DSHARDFLOW_KIND=%s" % kind,
             "-DLANGUAGE=" + language,
             "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF"])
        run(["cmake", "--build", folder])
        expect("output", run([folder / "consumer"]), WANTED)

    def cmake_shared(self):
        self.cmake(self.both, "")

    def cmake_static(self):
        self.cmake(self.both, "static")

    def cmake_c_shared(self):
        self.cmake(self.both, "shared", "C")

    def cmake_c_static(self):
        self.cmake(self.both, "static", "C")

    def cmake_versions(self):
        need("cmake", "ninja")
        def v(*numbers):
            return ".".join(map(str, numbers))

        for version, fits in ((v(MAJOR, MINOR), True), (VERSION, True), ("", True),
                              (v(MAJOR, MINOR, PATCH + 1), False),
                              (v(MAJOR, MINOR + 1), False), (v(MAJOR + 1, 0), False),
                              ("%s...%s" % (v(MAJOR, MINOR), v(MAJOR, MINOR + 2)), True),
                              ("%s...<%s" % (v(MAJOR, MINOR), v(MAJOR, MINOR + 1)), True)):
            folder = self.scratch / "cmake-version"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            (folder / "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.19)\nproject(version NONE)\n"
                "find_package(shardflow %s QUIET)\n"
                'message(STATUS "found: ${shardflow_FOUND}")\n' % version)
            text = run(["cmake", "-S", folder, "-B", folder, "-G", "Ninja",
                        "-DCMAKE_PREFIX_PATH=%s" % self.both.prefix,
                        "-DCMAKE_LIBRARY_ARCHITECTURE=%s" % self.both.libdir.name])
            expect("find_package(shardflow %s)" % version, "found: 1" in text, fits)

    def example(self):
        """The embedded compiler of examples/ builds with the command in its first lines."""
        need("pkg-config")
        folder = self.scratch / "example"
        shutil.copytree(SOURCE / "examples/embed", folder)
        path = str(self.both.libdir / "pkgconfig")
        wanted = (folder / "mlp.expected").read_text()
        for name, flags in (("toyc.cc", "-fno-exceptions -fno-rtti"), ("toyc.c", "")):
            command, call = re.findall(r"^(?://| \*)   (.*)", (folder / name).read_text(),
                                       flags=re.M)[:2]
            command = command.replace("pkg-config", " ".join(["pkg-config", *self.both.define]))
            run(["sh", "-c", " ".join([command, *WARNINGS, flags])], cwd=folder,
                PKG_CONFIG_PATH=path)
            expect("output of " + name,
                   run(["sh", "-c", call], cwd=folder, LD_LIBRARY_PATH=str(self.both.libdir)),
                   wanted)

    def old_standards(self):
        """c.h is valid C99 and C++11, regardless of the standard of the library."""
        include = "-I%s" % (self.both.prefix / "include")
        for compiler, standard, language in (("cc", "c99", "c"), ("c++", "c++11", "c++")):
            source = self.scratch / ("header." + ("c" if language == "c" else "cc"))
            source.write_text("#include <shardflow/c.h>\nint main(void) "
                              "{ return shardflow_version() == 0; }\n")
            run([compiler, "-std=" + standard, "-pedantic-errors", "-Wall", "-Wextra",
                 "-Werror", include, "-fsyntax-only", source])

    def readme(self):
        """The instructions of docs/install.md for programs that use the library work."""
        need("pkg-config", "cmake", "ninja")
        text = (SOURCE / "docs/install.md").read_text().split("## As a library", 1)[1]
        blocks = dict(reversed(re.findall(r"```(\w+)\n(.*?)```", text, flags=re.S)))
        commands = [line for line in text.splitlines() if line.startswith("c++ ")]
        expect("commands that compile", len(commands), 1)
        folder = self.scratch / "readme"
        folder.mkdir()
        (folder / "step.cc").write_text(blocks["cpp"])
        (folder / "CMakeLists.txt").write_text(blocks["cmake"])
        path = str(self.both.libdir / "pkgconfig")
        command = commands[0].replace("pkg-config", " ".join(["pkg-config", *self.both.define]))
        run(["sh", "-c", command], cwd=folder, PKG_CONFIG_PATH=path)
        run(["cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja",
             "-DCMAKE_PREFIX_PATH=%s" % self.both.prefix])
        run(["cmake", "--build", folder / "build"])
        for program in (folder / "step", folder / "build/step"):
            if '-> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>})' \
                    not in self.both.run_program(program):
                raise Failure("the program of docs/install.md does not propagate")

    # --- slow checks, for --all

    def second_compiler(self):
        self.compile(self.both, ["clang++", "-std=c++20", *WARNINGS])

    def second_compiler_static(self):
        self.compile(self.static, ["clang++", "-std=c++20", *WARNINGS])

    def second_compiler_without_exceptions_and_rtti(self):
        for install in (self.both, self.static):
            self.compile(install, ["clang++", "-std=c++20", *WARNINGS],
                         "-fno-exceptions", "-fno-rtti")

    def subproject(self, kind):
        """Returns the build folder of a Meson project with the sample wrap, with the
        source where the wrap would put it, and with a program that links that kind of
        library. Static and shared share the objects, which are compiled once."""
        project = self.scratch / "meson"
        folder = project / "build"
        if not project.exists():
            shutil.copytree(CONSUMER, project)
            (project / "subprojects").mkdir()
            shutil.copy(SOURCE / "package/shardflow.wrap", project / "subprojects")
            (project / "subprojects/shardflow").symlink_to(SOURCE)
            run(["meson", "setup", folder, project, "-Dbuildtype=plain",
                 "-Dprefix=%s" % (self.scratch / "static-prefix")])
        run(["meson", "configure", folder, "-Dshardflow:default_library=" + kind])
        run(["ninja", "-C", folder, "consumer"])
        return folder

    def wrap(self):
        """The sample wrap, completed as its comments say, fetches this source."""
        need("git", "meson")
        if subprocess.run(["git", "-C", SOURCE, "rev-parse", "HEAD"],
                          capture_output=True).returncode != 0:
            raise Skipped("the source is no clone")
        commit = run(["git", "-C", SOURCE, "rev-parse", "HEAD"]).strip()
        project = self.scratch / "wrap"
        (project / "subprojects").mkdir(parents=True)
        shutil.copy(CONSUMER / "meson.build", project)
        blanks = iter(["file://%s" % SOURCE, commit])
        text = re.sub(r"(?<== )<[^>]*>", lambda _: next(blanks),
                      (SOURCE / "package/shardflow.wrap").read_text())
        (project / "subprojects/shardflow.wrap").write_text(text)
        run(["meson", "subprojects", "download", "--sourcedir", project])
        expect("commit", run(["git", "-C", project / "subprojects/shardflow",
                              "rev-parse", "HEAD"]).strip(), commit)

    def meson_subproject(self):
        need("ninja")
        for kind in ("static", "shared"):
            program = self.subproject(kind) / "consumer"
            expect("output", run([program]), WANTED)
            if shutil.which("ldd"):
                linked = "libshardflow" in run(["ldd", program])
                expect("linked " + kind, linked, kind == "shared")

    def self_contained(self):
        """-Dself_contained=true builds a shared library that contains Abseil and fmt
        without exporting their symbols. A fully static program also works."""
        need("ninja", "pkg-config", "nm", "readelf")
        folder, prefix = self.scratch / "contained", self.scratch / "contained-prefix"
        setup = ["meson", "setup", folder, SOURCE, "-Dbuildtype=plain", "-Dprefix=%s" % prefix,
                 "-Dself_contained=true", "-Dtool=disabled", "-Dtests=disabled",
                 "-Dbenchmarks=disabled"]
        try:
            run(setup)
        except Failure as failure:
            # Debian's Abseil isn't position-independent.
            if "can't become part of a shared one" not in str(failure):
                raise
            folder_of_pc = os.environ.get("SHARDFLOW_PIC_ABSEIL")
            if not folder_of_pc:
                raise Skipped("set SHARDFLOW_PIC_ABSEIL to what scripts/pic_abseil.sh prints")
            run(setup, PKG_CONFIG_PATH=folder_of_pc)
        run(["ninja", "-C", folder])
        run(["meson", "install", "--no-rebuild", "--quiet", "-C", folder])
        install = Install(prefix)
        library = install.libdir / "libshardflow.so"
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run(["readelf", "-d", library]))
        if any(re.search("absl|fmt", name) for name in needed):
            raise Failure("still needs " + " ".join(needed))
        others = [line for line in run(["nm", "-DC", library]).splitlines()
                  if re.search(r"\b(absl|fmt)::", line) and "shardflow" not in line]
        expect("symbols of others", others, [])
        program = self.scratch / "contained-program"
        path = "LD_LIBRARY_PATH", str(install.libdir)
        command = [*CXX, *install.pkg_config("--cflags"), CONSUMER / "consumer.cc", "-o", program]
        run([*command, *install.pkg_config("--libs")])
        expect("output", run([program], **dict([path])), WANTED)
        # Use the library in one process with the system's Abseil, which is a
        # different copy.
        run([*command, *install.pkg_config("--libs"), "-Wl,--no-as-needed", "-labsl_hash",
             "-labsl_raw_hash_set", "-lfmt"])
        expect("output", run([program], **dict([path])), WANTED)
        run([*command, "-static", *install.pkg_config("--static", "--libs")])
        if "INTERP" in run(["readelf", "-l", program]):
            raise Failure("the program isn't static")
        expect("output", run([program]), WANTED)

    def static_alone(self):
        """With default_library=static, the .pc file works without --static."""
        need("ninja", "pkg-config")
        folder, prefix = self.subproject("static"), self.scratch / "static-prefix"
        run(["meson", "configure", folder, "-Dshardflow:tool=disabled"])
        run(["ninja", "-C", folder])
        run(["meson", "install", "--no-rebuild", "-C", folder])
        install = Install(prefix)
        program = self.scratch / "static-program"
        run([*CXX, *install.pkg_config("--cflags"), CONSUMER / "consumer.cc",
             "-o", program, *install.pkg_config("--libs")])
        expect("output", run([program]), WANTED)
        self.cmake(install, "")


QUICK = ["files", "install_command", "soname", "exported_symbols", "no_global_state", "headers_alone", "windows",
         "for_shells", "pkg_config_shared",
         "pkg_config_static", "pkg_config_c_shared", "pkg_config_c_static",
         "pkg_config_requires_nothing_shared",
         "without_exceptions_and_rtti", "cmake_shared", "cmake_static", "cmake_c_shared", "cmake_c_static",
         "cmake_versions", "example", "old_standards", "readme"]
SLOW = ["second_compiler", "second_compiler_static", "second_compiler_without_exceptions_and_rtti",
        "wrap", "meson_subproject", "static_alone", "self_contained"]


def check_exports(names, headers):
    """Checks that only marked names of the headers are exported. `names` are demangled."""
    text = "\n".join(path.read_text() for path in sorted(headers.glob("*.h")))
    text = re.sub(r"//.*|^#.*|/\*[^*]*\*/", "", text, flags=re.M)
    # Find the functions, classes and structs that are marked with
    # SHARDFLOW_EXPORT.
    marked = set(re.findall(r"(?:class|struct)\s+SHARDFLOW_EXPORT\s+(\w+)", text))
    marked |= {found for found in re.findall(r"SHARDFLOW_EXPORT\s+[^;{]*?(\w+)\s*\(", text)}
    exported = set()
    for name in names:
        if re.fullmatch(r"shardflow_\w+", name):
            exported.add(name)
            continue
        if "::Impl" in name.split("(")[0]:
            raise Failure("exported, mark its Impl SHARDFLOW_HIDDEN: " + name)
        # The name is after "vtable for", or after the return type of a template
        # instance.
        owner = re.search(r"(?:^| )shardflow::(\w+)", name)
        if not owner or owner[1] not in marked:
            raise Failure("exported, but not marked SHARDFLOW_EXPORT in a header: " + name)
        exported.add(owner[1])
    functions = {name for name in marked if re.search(r"\b%s\s*\(" % name, text)}
    missing = {name for name in functions if name not in exported}
    if missing:
        raise Failure("marked SHARDFLOW_EXPORT, but not exported: " + ", ".join(sorted(missing)))


def read_option(build, name):
    options = json.loads(run(["meson", "introspect", "--buildoptions", build]))
    return next(option["value"] for option in options if option["name"] == name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("checks", nargs="*", help="only these")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    report = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(report, "testsuite", name="Install")
    failed = 0
    with tempfile.TemporaryDirectory(prefix="shardflow-install-") as scratch:
        checks = Checks(build, pathlib.Path(scratch))
        for name in arguments.checks or QUICK + (SLOW if arguments.all else []):
            case = ElementTree.SubElement(
                suite, "testcase", classname="Install", name=name, status="run")
            try:
                getattr(checks, name)()
                case.set("result", "completed")
                print("ok      " + name, flush=True)
            except Skipped as why:
                case.set("result", "skipped")
                print("skipped %s: %s" % (name, why), flush=True)
            except Failure as why:
                failed += 1
                ElementTree.SubElement(case, "failure").text = str(why)
                print("FAILED  %s\n%s" % (name, why), flush=True)
    ElementTree.ElementTree(report).write(build / "install.xml")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
