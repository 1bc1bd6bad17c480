-- expand
-- A line of an invoice names a block's pay and its projected tip apart; older lines had the sum of both.
update invoice_items i set details = i.details || jsonb_build_object('payCents', b.pay_cents, 'tipCents', b.tip_cents)
from blocks b
where b.driver_id = i.driver_id and i.reference in ('block:' || b.id, 'check_in:' || b.id) and not i.details ? 'tipCents';
