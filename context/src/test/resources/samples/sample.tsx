import React from 'react';
export function App(props: Props) {
  const x = 1;
  return <div className="a" onClick={() => go(x)}>hello {props.name} <Child a={1} /></div>;
}
export const B: React.FC<P> = ({ a }) => <b>{a}</b>;
export class K extends React.Component<P> { render() { return <><i/></>; } }
