import type { ToolContext, ToolHandler } from '@goondan/core';

const prices: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  Busan: { train: 60, hotel: 90, food: 40 },
  Jeju: { train: 0, hotel: 120, food: 50 },
};

export const handlers: Record<string, ToolHandler> = {
  price: (_ctx: ToolContext, { city, kind }: { city: string; kind: string }) => {
    const price = prices[city]?.[kind];
    if (price === undefined) throw new Error(`nobody knows what a ${kind} costs in ${city}`);
    return { city, kind, price };
  },
  total: (_ctx: ToolContext, { prices: given }: { prices: number[] }) => ({
    total: given.reduce((sum, price) => sum + price, 0),
  }),
};
