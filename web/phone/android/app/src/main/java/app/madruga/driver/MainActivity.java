package app.madruga.driver;

import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import com.getcapacitor.BridgeActivity;
import java.util.Objects;

public class MainActivity extends BridgeActivity {

    @Override
    public void onCreate(Bundle savedInstanceState) {
        super.onCreate(savedInstanceState);
        // A restored activity shows its page already.
        if (savedInstanceState == null) openLink(getIntent());
    }

    @Override
    protected void onNewIntent(Intent intent) {
        super.onNewIntent(intent);
        openLink(intent);
    }

    /** Opens a link of the framed site, and of no other. */
    private void openLink(Intent intent) {
        Uri link = intent.getData();
        String site = bridge == null ? null : bridge.getServerUrl();
        if (link == null || site == null || !Intent.ACTION_VIEW.equals(intent.getAction())) return;
        if (!Objects.equals(link.getAuthority(), Uri.parse(site).getAuthority())) return;
        bridge.getWebView().loadUrl(link.toString());
    }
}
