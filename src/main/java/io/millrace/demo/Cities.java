package io.millrace.demo;

import io.millrace.broker.BrokerException;
import io.millrace.broker.Source;
import io.millrace.broker.TopicLoader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** The demo's data: places of the world, key = place, value = the country's code. Any thread. */
final class Cities {
    static final String TOPIC = "customerCountries";

    private static final String RESOURCE = "/demo/cities.csv.gz";

    private Cities() {}

    /** Makes the topic and loads all places into it; returns how many. */
    static long load(String bootstrap, int partitions) {
        TopicLoader.createTopic(bootstrap, TOPIC, partitions);
        InputStream packed = Cities.class.getResourceAsStream(RESOURCE);
        if (packed == null) {
            throw new BrokerException("this jar holds no " + RESOURCE + ": build millrace-demo.jar anew");
        }
        try {
            InputStream text = new GZIPInputStream(new BufferedInputStream(packed));
            return TopicLoader.load(bootstrap, TOPIC, Source.csv("cities.csv", text));
        } catch (IOException e) {
            throw new BrokerException(RESOURCE + " in this jar cannot be read: " + e.getMessage(), e);
        }
    }
}
