/** The chart library would take 100 KiB. Replaces the plot, and `next/dynamic`, which loads nothing else here. */
export function SeriesChart() {
  return <p className="text-muted-foreground text-sm">Plots are drawn on the site.</p>
}

export default function dynamic() {
  return SeriesChart
}
