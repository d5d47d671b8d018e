from setuptools import setup

setup(
    name="kerf_ros",
    version="0.1.0",
    packages=["kerf_ros"],
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/kerf_ros"]),
        ("share/kerf_ros", ["package.xml"]),
    ],
    install_requires=["setuptools"],
    zip_safe=True,
    maintainer="kerf",
    maintainer_email="kerf@example.org",
    description="Where a surgical tool touches a bone, and how far apart they are.",
    license="MIT",
    entry_points={"console_scripts": ["contact_node = kerf_ros.contact_node:main"]},
)
