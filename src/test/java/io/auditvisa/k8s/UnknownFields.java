package io.auditvisa.k8s;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Finds what the typed models could not place: fabric8 keeps unknown fields, and values of a wrong type, in
 * {@code getAdditionalProperties()} of the object they stood in, where the API server would refuse them or drop them.
 */
final class UnknownFields {

    private final List<String> found = new ArrayList<>();

    static List<String> in(Object model) {
        UnknownFields search = new UnknownFields();
        search.visit(model.getClass().getSimpleName(), model);
        return search.found;
    }

    private void visit(String path, Object value) {
        switch (value) {
            case null -> {}
            case Collection<?> items -> {
                int index = 0;
                for (Object item : items) {
                    visit(path + "[" + index++ + "]", item);
                }
            }
            case Map<?, ?> map -> map.forEach((key, item) -> visit(path + "." + key, item));
            default -> {
                if (value.getClass().getName().startsWith("io.fabric8.kubernetes.api.model")) {
                    visitModel(path, value);
                }
            }
        }
    }

    private void visitModel(String path, Object model) {
        for (Method getter : model.getClass().getMethods()) {
            if (!getter.getName().startsWith("get") || getter.getParameterCount() > 0 || isDerived(getter)) {
                continue;
            }
            Object value = read(getter, model);
            String field = path + "." + getter.getName().substring("get".length());
            if (getter.getName().equals("getAdditionalProperties")) {
                ((Map<?, ?>) value).keySet().forEach(name -> found.add(path + "." + name));
            } else {
                visit(field, value);
            }
        }
    }

    /** Quantities and int-or-strings are scalars with an open map, and are compared as written instead. */
    private static boolean isDerived(Method getter) {
        return getter.getDeclaringClass() == Object.class
                || getter.getDeclaringClass().getSimpleName().equals("Quantity")
                || getter.getDeclaringClass().getSimpleName().equals("IntOrString");
    }

    private static Object read(Method getter, Object model) {
        try {
            return getter.invoke(model);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(getter.toString(), e);
        }
    }
}
