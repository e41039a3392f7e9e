package io.millrace.broker;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.FilterReply;
import java.util.List;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.helpers.MessageFormatter;

/** What the broker may say: warnings and errors, without those that a healthy single node logs in a clean life. */
public final class BrokerLogging {
    private static final List<String> LOGGERS = List.of("org.apache.kafka", "kafka", "state.change.logger");

    private BrokerLogging() {}

    /**
     * Sets the broker's loggers to WARN and takes out its harmless warnings. Kafka's clients log under the same names:
     * call this before levels of your own, and again after logback is reset.
     */
    public static void quiet() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            LOGGERS.forEach(name -> context.getLogger(name).setLevel(Level.WARN));
            if (context.getTurboFilterList().stream().noneMatch(HarmlessLines.class::isInstance)) {
                context.addTurboFilter(new HarmlessLines());
            }
        }
    }

    /** For a JVM that is the broker's own: warnings and errors go to standard error, nothing to standard output. */
    static void toStandardError() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.reset();
            Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
            root.setLevel(Level.WARN);
            root.addAppender(standardError(context));
            quiet();
        }
    }

    private static ConsoleAppender<ILoggingEvent> standardError(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{36} %msg%n");
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }

    /**
     * Drops what every start and stop of a single node brings, and the heartbeat that a cold JVM answers late and that
     * is simply sent again. By their text and not by their logger, because the same loggers also say what a user has to
     * hear, such as a broker that cannot be reached.
     */
    private static final class HarmlessLines extends TurboFilter {
        private static final List<String> TEXTS = List.of(
                "Performing controller activation",
                "Attempting to close NetworkClient that has already been closed",
                "processExpiredBrokerHeartbeat: controller event queue overloaded",
                "sent a heartbeat request but received error REQUEST_TIMED_OUT");

        @Override
        public FilterReply decide(
                Marker marker, Logger logger, Level level, String format, Object[] parameters, Throwable cause) {
            // Asked for every log call there is, so the cheap question comes first.
            if (format == null || !level.isGreaterOrEqual(Level.WARN)) {
                return FilterReply.NEUTRAL;
            }
            String text = MessageFormatter.arrayFormat(format, parameters).getMessage();
            return TEXTS.stream().anyMatch(text::contains) ? FilterReply.DENY : FilterReply.NEUTRAL;
        }
    }
}
