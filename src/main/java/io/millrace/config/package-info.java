/**
 * From HOCON text to immutable records, with every fault told at its place. Nobody outside this package and the
 * library's entrance sees typesafe-config.
 */
package io.millrace.config;
