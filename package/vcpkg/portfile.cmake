# A vcpkg port; <...> is to be filled in. Not run.
vcpkg_from_github(
  OUT_SOURCE_PATH SOURCE_PATH
  REPO <owner/shardflow>
  REF "v${VERSION}"
  SHA512 <of the archive>
)
vcpkg_configure_meson(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -Dtests=disabled -Dbenchmarks=disabled -Dtool=disabled
)
vcpkg_install_meson()
vcpkg_fixup_pkgconfig()
vcpkg_cmake_config_fixup(PACKAGE_NAME shardflow CONFIG_PATH lib/cmake/shardflow)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
