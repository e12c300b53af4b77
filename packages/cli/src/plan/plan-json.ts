import type { CheckedPlan, JsonValue } from '@goondan/core';

/** A plan whose structure was checked, as the event that runs it carries it. */
export function planJson(plan: CheckedPlan): JsonValue {
  const idOf = (index: number): string[] =>
    plan.flatMap((other) => (other.index === index ? (other.id ?? []) : []));
  return {
    tools: plan.map(({ id, tool, args, dependsOn }) => ({
      ...(id === undefined ? {} : { id }),
      tool,
      args,
      after: dependsOn.flatMap(idOf),
    })),
  };
}
