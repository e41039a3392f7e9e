package io.millrace.bench;

import java.util.Arrays;
import java.util.Collection;

/** The median of some figures and how sure it is. Immutable; any thread. */
final class Sample {
    private final double[] sorted;

    Sample(Collection<Double> figures) {
        sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    int size() {
        return sorted.length;
    }

    double median() {
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    double min() {
        return sorted.length == 0 ? Double.NaN : sorted[0];
    }

    double max() {
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length - 1];
    }

    /**
     * Between these two the true median lies in at least 95 of 100 such samples, whatever the distribution: order
     * statistics, by the binomial distribution. Under six figures nothing can be so sure: least and greatest then.
     */
    double[] interval() {
        int below = -1;
        double probability = 0;
        double term = Math.pow(0.5, sorted.length);
        for (int rank = 0; rank < sorted.length / 2; rank++) {
            probability += term;
            if (probability > 0.025) {
                break;
            }
            below = rank;
            term = term * (sorted.length - rank) / (rank + 1);
        }
        int low = Math.max(below, 0);
        return sorted.length == 0
                ? new double[] {Double.NaN, Double.NaN}
                : new double[] {sorted[low], sorted[sorted.length - 1 - low]};
    }

    @Override
    public String toString() {
        return Arrays.toString(sorted);
    }
}
