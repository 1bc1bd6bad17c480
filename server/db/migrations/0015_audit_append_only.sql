-- What operators did stays as it was written: neither the product nor a statement by hand changes or removes a line of the audit log.
create trigger admin_actions_append_only before update or delete or truncate on admin_actions
  for each statement execute function refuse_change();
