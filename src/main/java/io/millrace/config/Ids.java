package io.millrace.config;

/** Names of the kinds of faults. They appear in scripts and documentation: never reuse one. */
final class Ids {
    static final String SYNTAX = "C01";
    static final String UNKNOWN_KEY = "C02";
    static final String MISSING = "C03";
    static final String WRONG_TYPE = "C04";
    static final String BAD_VALUE = "C05";
    static final String NOT_YET = "C06";
    static final String UNRESOLVED = "C07";
    static final String ENGINE_OWNED = "C08";
    static final String UNREADABLE = "C09";
    static final String NO_EFFECT = "C10";
    static final String COMBINATION = "C11";
    static final String KAFKA_VALUE = "C12";
    static final String KAFKA_UNKNOWN = "C13";
    static final String INCLUDE = "C14";
    static final String ENVIRONMENT = "C15";
    static final String LITERAL_SUBSTITUTION = "C16";
    static final String WRITTEN_TWICE = "C17";
    static final String BAD_SET = "C18";
    static final String UNKNOWN_LEAF = "C19";
    static final String OUTSIDE = "C20";

    private Ids() {}
}
