/**
 * Commands that bring a real broker with them: what a newcomer tries first. In the demo jar alone; the command line
 * finds them as a service, so that the engine's jar needs none of these classes.
 */
package io.millrace.demo;
