/** Head, rows and their sum; the first cell of a row is its name. */
export type Cells = {
  head: readonly string[]
  rows: readonly (readonly string[])[]
  total?: readonly string[]
}

/** Figures in columns. On a narrow screen the first column stays and the others scroll under it. */
export function Table({ label, head, rows, total }: Cells & { label: string }) {
  return (
    <div
      className="recap-scroll -mx-1 mt-2 overflow-x-auto px-1"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not a set of fields
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
      tabIndex={0}
    >
      <table className="recap-figures tnum w-full text-sm">
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row[0]} head={head} row={row} />
          ))}
        </tbody>
        {total && (
          <tfoot>
            <Row head={head} row={total} />
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Row({ head, row }: { head: readonly string[]; row: readonly string[] }) {
  return (
    <tr>
      {row.map((cell, index) =>
        index === 0 ? (
          <th key={head[index]} scope="row">
            {cell}
          </th>
        ) : (
          <td key={head[index]}>{cell}</td>
        ),
      )}
    </tr>
  )
}
