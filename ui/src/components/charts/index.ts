export { linear } from "./linear";
export { type ChartMark, Mark, Marks } from "./Marks";
