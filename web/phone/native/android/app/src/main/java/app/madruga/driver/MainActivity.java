package app.madruga.driver;

import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import androidx.core.app.NotificationManagerCompat;
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
        closeAlert(intent);
    }

    /** A button of an alert leaves it on the screen; a tap of the alert itself does not. */
    private void closeAlert(Intent intent) {
        String tag = intent.getStringExtra(AlertService.TAG);
        if (tag != null) NotificationManagerCompat.from(this).cancel(tag, 0);
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
