package io.millrace.cli;

import picocli.CommandLine;

/** Tells the version from the jar's manifest. */
final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "millrace " + (version == null ? "(not from a jar)" : version) + " (Java " + Runtime.version() + ")"
        };
    }
}
