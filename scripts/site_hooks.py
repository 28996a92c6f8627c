"""What the site makes of docs/ (mkdocs.yml): README.md is its first page and
CHANGELOG.md one more; links to files that aren't pages become plain text."""
import os
import re

from mkdocs.structure.files import File

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGES = {"index.md": "README.md", "changes.md": "CHANGELOG.md"}
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
CODE = re.compile(r"(^```.*?^```$)", re.M | re.S)
IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")


def on_files(files, config):
    for page, source in PAGES.items():
        with open(os.path.join(ROOT, source)) as text:
            files.append(File.generated(config, page, content=text.read()))
    return files


def on_page_markdown(markdown, page, config, files):
    folder = "" if page.file.src_uri in PAGES else "docs"

    def target(link):
        """Where a link of the repository leads on the site; None: nowhere."""
        if re.match(r"[a-z]+:|#", link):
            return link
        path, _, anchor = link.partition("#")
        path = os.path.normpath(os.path.join(folder, path))
        for name, source in PAGES.items():
            if path == source:
                path = "docs/" + name
        inside = os.path.relpath(path, "docs")
        if inside.startswith("..") or files.get_file_from_path(inside) is None:
            return None
        return inside + ("#" + anchor if anchor else "")

    def link(match):
        to = target(match[2])
        return match[1] if to is None else "[%s](%s)" % (match[1], to)

    def image(match):
        return "![%s](%s)" % (match[1], target(match[2]) or match[2])

    # Code stays as it is: a lambda looks like a link.
    parts = CODE.split(markdown)
    return "".join(part if CODE.fullmatch(part) else
                   LINK.sub(link, IMAGE.sub(image, part)) for part in parts)
