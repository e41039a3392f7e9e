/** The library's entrance. */
package io.millrace;
