"""scripts/conda.sh's part in Python: conda.py RECIPE_FOLDER OUT builds the package into
the channel OUT/channel, and installs it from there into OUT/prefix."""
import asyncio
import pathlib
import sys

import rattler
from rattler_build import Stage0Recipe, ToolConfiguration


async def install(channel, prefix, cache):
    records = await rattler.solve([channel], ["shardflow"],
                                  virtual_packages=rattler.VirtualPackage.detect())
    print("installs", *(f"{record.name.normalized} {record.version}" for record in records))
    await rattler.install(records, prefix, cache_dir=cache, show_progress=False)


def main():
    recipe, out = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    channel = (out / "channel").as_uri()
    (out / "channel").mkdir(parents=True)
    for variant in Stage0Recipe.from_file(recipe / "recipe.yaml").render():
        # Its own tests run, too, where it is installed alone.
        variant.run_build(ToolConfiguration(test_strategy="native"), output_dir=out / "channel",
                          channels=[channel], package_format="conda")
    asyncio.run(install(channel, out / "prefix", out / "cache"))


main()
