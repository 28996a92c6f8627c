// RUN: shardflow --version

//> shardflow 0.2.0
