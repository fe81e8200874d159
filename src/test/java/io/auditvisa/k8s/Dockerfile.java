package io.auditvisa.k8s;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The instructions of {@code Dockerfile.native}, stage by stage: as much of the format as that file uses. */
record Dockerfile(List<Stage> stages) {

    record Instruction(String word, String rest) {}

    /** One {@code FROM} and what follows it. */
    record Stage(String image, String name, List<Instruction> instructions) {

        List<String> all(String word) {
            return instructions.stream()
                    .filter(instruction -> instruction.word().equals(word))
                    .map(Instruction::rest)
                    .toList();
        }

        String last(String word) {
            List<String> found = all(word);
            if (found.isEmpty()) {
                throw new AssertionError("no " + word + " in the stage from " + image);
            }
            return found.getLast();
        }

        Map<String, String> environment() {
            Map<String, String> environment = new TreeMap<>();
            for (String pair : String.join(" ", all("ENV")).split("\\s+")) {
                environment.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
            }
            return environment;
        }
    }

    private static final Pattern FROM = Pattern.compile("(\\S+)(?:\\s+AS\\s+(\\S+))?", Pattern.CASE_INSENSITIVE);

    static Dockerfile read() throws IOException {
        String text = Files.readString(Path.of("Dockerfile.native"))
                .replaceAll("(?m)^\\s*#.*\\R", "")
                .replaceAll("\\\\\\R", " ");
        List<Stage> stages = new ArrayList<>();
        for (String line : text.lines().filter(l -> !l.isBlank()).toList()) {
            String[] parts = line.strip().split("\\s+", 2);
            if (parts[0].equals("FROM")) {
                var from = FROM.matcher(parts[1]);
                if (!from.matches()) {
                    throw new AssertionError(line);
                }
                stages.add(new Stage(from.group(1), from.group(2) == null ? "" : from.group(2), new ArrayList<>()));
            } else {
                stages.getLast().instructions().add(new Instruction(parts[0], parts[1].strip()));
            }
        }
        return new Dockerfile(List.copyOf(stages));
    }

    Stage stage(String name) {
        return stages.stream()
                .filter(stage -> stage.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no stage " + name));
    }

    /** The stage that becomes the image. */
    Stage image() {
        return stages.getLast();
    }
}
