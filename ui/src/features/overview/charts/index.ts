export { ProjectBars } from "./ProjectBars";
export { ScoreDistribution } from "./ScoreDistribution";
export { Shares } from "./Shares";
export { VerdictsOverTime } from "./VerdictsOverTime";
