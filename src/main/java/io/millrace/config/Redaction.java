package io.millrace.config;

import java.util.Locale;
import java.util.regex.Pattern;

/** Decides which values may be shown: only those whose key is known to be harmless. Stateless. */
final class Redaction {
    /** Stands for a value that is not shown. */
    static final String HIDDEN = "<hidden>";

    private static final Pattern SECRET_NAME =
            Pattern.compile("passw|passphrase|secret|token|jaas|credential|private\\.?-?key|keystore\\.key|user\\.?info"
                    + "|api\\.?-?key|access\\.?-?key|assertion|authorization|certificate");

    private static final Pattern URL_USER = Pattern.compile("(://)[^/@\\s]*@");
    private static final Pattern URL_SECRET =
            Pattern.compile("(?i)([?&;][^=&;]*(?:passw|secret|token|key|credential)[^=&;]*=)[^&;\\s\"]*");

    private Redaction() {}

    /** Whether a name, or a line of a file, has the sound of a secret. */
    static boolean looksSecret(String text) {
        return SECRET_NAME.matcher(text.toLowerCase(Locale.ROOT)).find() || text.contains("://") && text.contains("@");
    }

    /** A value whose key is known to be harmless, without the user of a URL and the like. */
    static String withoutUsers(String value) {
        return URL_SECRET
                .matcher(URL_USER.matcher(value).replaceAll("$1" + HIDDEN + "@"))
                .replaceAll("$1" + HIDDEN);
    }

    /** A broker's address; what stands before an @ would be a user. */
    static String server(String address) {
        return address.contains("@") ? HIDDEN : address;
    }

    /** A value of Millrace's own. */
    static String own(String path, boolean secret, String value) {
        return secret || looksSecret(path) ? HIDDEN : withoutUsers(value);
    }

    /** A value of a Kafka setting: one that Kafka itself knows and does not call a password. */
    static String kafka(String name, String value) {
        return KafkaKeys.isHarmless(name) && !looksSecret(name) ? withoutUsers(value) : HIDDEN;
    }
}
