/** A word in a frame beside a name, in the color of its text: "Draft". */
export function Mark({ children }: { children: string }) {
  return (
    <span className="inline-block whitespace-nowrap rounded-lg border-[1.5px] border-current px-1.5 pt-px text-sm font-extrabold leading-tight">
      {children}
    </span>
  )
}
