// RUN: shardflow --version

//> shardflow 0.1.0
