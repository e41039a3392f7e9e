package io.millrace.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;

/**
 * Sets logging up in code: there is no logging configuration in the jars, so that an application which embeds Millrace
 * keeps its own. The command line's main thread, once.
 */
public final class Logs {
    private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5level %msg%n%rootException{short}";

    private static final String CLIENT = "org.apache.kafka.clients.consumer.internals.";

    private Logs() {}

    /**
     * Everything of at least this level goes to standard error; of Kafka's clients only warnings that mean something.
     *
     * @param level a name of one of logback's levels
     */
    public static void configure(String level) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setPattern(PATTERN);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.toLevel(level));
        root.addAppender(appender);
        quietClients(context, root.getLevel());
    }

    /** Dumps of configurations, banners and a line for each try to connect help nobody; DEBUG brings them back. */
    private static void quietClients(LoggerContext context, Level level) {
        if (level.isGreaterOrEqual(Level.INFO)) {
            atLeast(context, level, "org.apache.kafka", Level.WARN);
            // The start tells of a broker that is not there; later the client goes on trying by itself.
            atLeast(context, level, "org.apache.kafka.clients.NetworkClient", Level.ERROR);
            atLeast(context, level, "org.apache.kafka.clients.ClientUtils", Level.ERROR);
            atLeast(context, level, "org.apache.kafka.clients.admin", Level.ERROR);
            // Settings of other kinds of clients are not a fault of the user's.
            atLeast(context, level, "org.apache.kafka.clients.consumer.ConsumerConfig", Level.ERROR);
            // What is wrong with the membership comes out of poll, and is told; a close in the middle of a rebalance
            // is no error.
            atLeast(context, level, CLIENT + "ConsumerMembershipManager", Level.OFF);
            atLeast(context, level, "org.apache.kafka.common.utils.internals.AppInfoParser", Level.ERROR);
        }
    }

    private static void atLeast(LoggerContext context, Level level, String logger, Level least) {
        context.getLogger(logger).setLevel(level.isGreaterOrEqual(least) ? level : least);
    }
}
