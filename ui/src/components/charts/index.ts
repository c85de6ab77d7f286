export { linear } from "./linear";
export { type ChartMark, Mark, Marks, useMark } from "./Marks";
