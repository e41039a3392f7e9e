package io.millrace.handler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a test lets another process do with a file of lines, or with its standard output. */
final class PrintProcess {
    private static final int THREADS = 4;

    private PrintProcess() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "hold" -> hold(Path.of(arguments[1]));
            case "append" -> append(Path.of(arguments[1]), arguments[2], Integer.parseInt(arguments[3]));
            case "until-full" -> untilFull(Path.of(arguments[1]), Integer.parseInt(arguments[2]));
            case "stdout" -> print(arguments[1], StandardOutput.INSTANCE, Integer.parseInt(arguments[2]));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void hold(Path path) throws IOException {
        LineFile file = LineFile.open(path);
        System.out.println("OPEN");
        System.in.read();
        file.close();
    }

    private static void append(Path path, String name, int lines) throws Exception {
        try (LineFile file = LineFile.open(path)) {
            System.out.println("OPEN");
            System.in.read();
            print(name, file, lines);
        }
    }

    /** Writes blocks of one line until that fails, waits, and writes one more line. */
    private static void untilFull(Path path, int block) throws IOException {
        byte[] line = ("x".repeat(block - 1) + "\n").getBytes(StandardCharsets.UTF_8);
        try (LineFile file = LineFile.open(path)) {
            try {
                while (true) {
                    file.write(line);
                }
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
            System.out.println("FULL");
            System.in.read();
            file.write("last\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void print(String name, LineOutput output, int lines) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            String prefix = name + thread;
            threads.add(new Thread(() -> printBlocks(prefix, output, lines)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Lines of many lengths, several in each write: PREFIX NUMBER x…x LENGTH. */
    private static void printBlocks(String prefix, LineOutput output, int lines) {
        StringBuilder block = new StringBuilder();
        try {
            for (int line = 0; line < lines; line++) {
                int length = line * 37 % 5_000;
                block.append(prefix).append(' ').append(line).append(' ');
                block.append("x".repeat(length)).append(' ').append(length).append('\n');
                if (line % 7 == 0 || line == lines - 1) {
                    output.write(block.toString().getBytes(StandardCharsets.UTF_8));
                    block.setLength(0);
                }
            }
        } catch (IOException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }
}
