export { Card } from "./Card";
export { ChartCard } from "./ChartCard";
export { linear } from "./linear";
export { type ChartMark, Mark, Marks, useMark } from "./Marks";
